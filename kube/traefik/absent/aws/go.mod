module github.com/aws/aws-sdk-go-v2

go 1.26.0

require github.com/aws/smithy-go v1.28.1
