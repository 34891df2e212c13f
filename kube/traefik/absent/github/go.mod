module github.com/google/go-github/v90

go 1.26.0
