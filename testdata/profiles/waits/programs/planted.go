// Plants a scrape loop that is stuck on a lock, and serves net/http/pprof on loopback.
package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"runtime"

	"example.com/planted/scrape"
)

func main() {
	scrape.Start()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	// Go counts waits from a cycle of the GC on.
	runtime.GC()
	fmt.Println(listener.Addr())
	panic(http.Serve(listener, nil))
}
