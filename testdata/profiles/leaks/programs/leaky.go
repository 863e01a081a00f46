// Leaks goroutines on purpose, serves net/http/pprof on loopback, and allocates so that the GC runs.
package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"sync"
	"time"
)

type reply struct{ value int }

// fetchFirst takes the first of several answers; the senders of the others wait for ever.
func fetchFirst(n int) reply {
	answers := make(chan reply)
	for i := 0; i < n; i++ {
		go sendAnswer(answers, i)
	}
	return <-answers
}

//go:noinline
func sendAnswer(answers chan<- reply, i int) { answers <- reply{i} }

// watch waits for a channel that nobody keeps.
//
//go:noinline
func watch(done <-chan struct{}) { <-done }

//go:noinline
func lockTwice() {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

var kept = make(chan struct{})

//go:noinline
func waitForKept() { <-kept }

var sink [][]byte

func main() {
	for i := 0; i < 10; i++ {
		fetchFirst(5)
	}
	for i := 0; i < 7; i++ {
		go watch(make(chan struct{}))
	}
	for i := 0; i < 3; i++ {
		go lockTwice()
	}
	for i := 0; i < 4; i++ {
		go waitForKept()
	}
	go func() {
		for {
			sink = nil
			for i := 0; i < 200; i++ {
				sink = append(sink, make([]byte, 16<<10))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	os.Stdout.Sync()
	panic(http.Serve(listener, nil))
}
