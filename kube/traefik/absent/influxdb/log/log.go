package log

// Log is set to nil by traefik; there is nothing here that would log.
var Log any
