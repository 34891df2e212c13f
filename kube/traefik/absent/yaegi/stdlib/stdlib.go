package stdlib

import "reflect"

var Symbols = map[string]map[string]reflect.Value{}
