// Passes messages between goroutines, serves HTTP to itself and allocates, so that the scheduler and GC have much to
// do, and writes an execution trace of it with CPU samples: busyload FILE BYTES.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"sync/atomic"
	"time"
)

type node struct {
	left, right *node
	payload     [48]byte
}

var sink atomic.Pointer[node]

func tree(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{left: tree(depth - 1), right: tree(depth - 1)}
}

// Counts what has been written to a file.
type counted struct {
	file  *os.File
	bytes atomic.Int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.file.Write(p)
	c.bytes.Add(int64(n))
	return n, err
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func relay(from <-chan int, to chan<- int) {
	for value := range from {
		if value%16 == 0 {
			sink.Store(tree(6))
		}
		to <- value + 1
	}
}

func request(client *http.Client, url string) {
	for {
		response, err := client.Get(url)
		if err != nil {
			return
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

func main() {
	wanted, err := strconv.ParseInt(os.Args[2], 10, 64)
	check(err)
	file, err := os.Create(os.Args[1])
	check(err)
	live := tree(16)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		sink.Store(tree(8))
		fmt.Fprintln(w, "ok")
	}))
	for i := 0; i < 4; i++ {
		go request(server.Client(), server.URL)
	}
	for ring := 0; ring < 4; ring++ {
		first := make(chan int)
		last := first
		for i := 0; i < 50; i++ {
			next := make(chan int)
			go relay(last, next)
			last = next
		}
		go relay(last, first)
		first <- 0
	}
	out := &counted{file: file}
	check(pprof.StartCPUProfile(io.Discard))
	check(trace.Start(out))
	for out.bytes.Load() < wanted {
		time.Sleep(10 * time.Millisecond)
	}
	trace.Stop()
	pprof.StopCPUProfile()
	check(file.Close())
	runtime.KeepAlive(live)
}
