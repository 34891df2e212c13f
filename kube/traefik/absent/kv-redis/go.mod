module github.com/kvtools/redis

go 1.26.0
