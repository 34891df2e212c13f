// Package acme holds what traefik stores of an ACME account. No account is ever made in this build.
package acme

type Account struct {
	Status  string   `json:"status,omitempty"`
	Contact []string `json:"contact,omitempty"`
}

type ExtendedAccount struct {
	Account
	Location string
}
