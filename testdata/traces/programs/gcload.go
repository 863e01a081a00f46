// Allocates on several goroutines so that GC cycles, mark assists, sweeping and idle workers occur, and writes an
// execution trace of some seconds, with CPU samples where CPU_SAMPLES is set. GODEBUG=gctrace=1 prints the runtime's
// own account of the same cycles.
package main

import (
	"fmt"
	"io"
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

func main() {
	seconds, _ := strconv.ParseFloat(os.Args[2], 64)
	workers, _ := strconv.Atoi(os.Args[3])
	pauseMicros, _ := strconv.Atoi(os.Args[4])
	depth := 17
	if len(os.Args) > 5 {
		depth, _ = strconv.Atoi(os.Args[5])
	}
	live := tree(depth)
	var stop atomic.Bool
	for i := 0; i < workers; i++ {
		go func() {
			for !stop.Load() {
				sink.Store(tree(9))
				time.Sleep(time.Duration(pauseMicros) * time.Microsecond)
			}
		}()
	}
	time.Sleep(300 * time.Millisecond)
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	runtime.GC()
	if os.Getenv("CPU_SAMPLES") != "" {
		if err := pprof.StartCPUProfile(io.Discard); err != nil {
			panic(err)
		}
		defer pprof.StopCPUProfile()
	}
	if err := trace.Start(file); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "trace started")
	time.Sleep(time.Duration(seconds * float64(time.Second)))
	fmt.Fprintln(os.Stderr, "trace stopping")
	trace.Stop()
	stop.Store(true)
	file.Close()
	runtime.KeepAlive(live)
}
