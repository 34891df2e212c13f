package credentials

type StaticCredentialsProvider struct{}

func NewStaticCredentialsProvider(key, secret, session string) StaticCredentialsProvider {
	return StaticCredentialsProvider{}
}
