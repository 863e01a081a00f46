// Prints what golang.org/x/exp/trace reads in an execution trace, as JSON: GC ranges, stop-the-world ranges by cause,
// seconds of goroutines under each GC worker label, in mark assists (running), sweeping, goroutine state seconds, and
// CPU samples: how many of each stack, of each goroutine, and their times since the first event.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/exp/trace"
)

type stw struct {
	Cause               string `json:"cause"`
	StartNs, DurationNs int64
}
type cycle struct{ StartNs, EndNs int64 }

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	r, err := trace.NewReader(bufio.NewReader(f))
	if err != nil {
		panic(err)
	}
	out := struct {
		Events                        int
		FirstNs, LastNs               int64
		Cycles                        []cycle
		Stops                         []stw
		WorkerNs                      map[string]int64
		AssistNs, SweepNs             int64
		RunnableNs, RunningNs, ProcNs int64
		MaxRunnable                   int
		Kinds                         map[string]int
		HeapAllocs, HeapGoals         int
		LastHeap, LastGoal            uint64
		Syncs                         int
		Samples                       map[string]int `json:",omitempty"`
		SampleGoroutines              map[string]int `json:",omitempty"`
		SampleNs                      []int64        `json:",omitempty"`
	}{WorkerNs: map[string]int64{}, Kinds: map[string]int{}, Samples: map[string]int{},
		SampleGoroutines: map[string]int{}}
	states := map[trace.GoID]trace.GoState{}
	label := map[trace.GoID]string{}
	labelFrom := map[trace.GoID]int64{}
	inAssist := map[trace.GoID]bool{}
	assistFrom := map[trace.GoID]int64{}
	sweepFrom := map[string]int64{}
	stwFrom := map[trace.GoID]stw{}
	var gcFrom int64 = -1
	procFrom := map[trace.ProcID]int64{}
	runnable, running := 0, 0
	var last int64
	first := true
	for {
		ev, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			out.Kinds["error "+err.Error()]++
			break
		}
		now := int64(ev.Time())
		if first {
			out.FirstNs = now
			last = now
			first = false
		}
		out.RunnableNs += int64(runnable) * (now - last)
		out.RunningNs += int64(running) * (now - last)
		last = now
		out.LastNs = now
		out.Kinds[ev.Kind().String()]++
		if ev.Kind() == trace.EventStackSample {
			stack := []string{}
			for frame := range ev.Stack().Frames() {
				stack = append(stack, fmt.Sprintf("%s %s:%d", frame.Func, frame.File, frame.Line))
			}
			out.Samples[strings.Join(stack, ";")]++
			out.SampleGoroutines[fmt.Sprint(int64(ev.Goroutine()))]++
			out.SampleNs = append(out.SampleNs, now-out.FirstNs)
		} else if ev.Kind() != trace.EventSync {
			out.Events++
		} else {
			out.Syncs++
		}
		switch ev.Kind() {
		case trace.EventMetric:
			m := ev.Metric()
			if m.Name == "/memory/classes/heap/objects:bytes" {
				out.HeapAllocs++
				out.LastHeap = m.Value.Uint64()
			}
			if m.Name == "/gc/heap/goal:bytes" {
				out.HeapGoals++
				out.LastGoal = m.Value.Uint64()
			}
		case trace.EventLabel:
			l := ev.Label()
			if strings.HasPrefix(l.Label, "GC (") {
				label[ev.Goroutine()] = l.Label
				labelFrom[ev.Goroutine()] = now
			}
		case trace.EventRangeBegin, trace.EventRangeActive:
			g := ev.Range()
			active := ev.Kind() == trace.EventRangeActive
			switch {
			case g.Name == "GC concurrent mark phase":
				if gcFrom < 0 {
					gcFrom = now
					if active {
						gcFrom = out.FirstNs
					}
				}
			case strings.HasPrefix(g.Name, "stop-the-world"):
				id := g.Scope.Goroutine()
				stwFrom[id] = stw{Cause: g.Name, StartNs: now}
				// The worker that ends the mark is in a pause from here on.
				if l, ok := label[id]; ok && strings.Contains(g.Name, "mark termination") {
					out.WorkerNs[l] += now - labelFrom[id]
					delete(label, id)
				}
				// So is the assist that ends it.
				if strings.Contains(g.Name, "mark termination") {
					if from, ok := assistFrom[id]; ok {
						out.AssistNs += now - from
						delete(assistFrom, id)
					}
					delete(inAssist, id)
				}
			case g.Name == "GC mark assist":
				id := g.Scope.Goroutine()
				if !inAssist[id] {
					inAssist[id] = true
					if states[id] == trace.GoRunning {
						assistFrom[id] = now
					}
				}
			case strings.Contains(g.Name, "sweep"):
				if _, ok := sweepFrom[g.Scope.String()]; !ok {
					sweepFrom[g.Scope.String()] = now
				}
			}
		case trace.EventRangeEnd:
			g := ev.Range()
			switch {
			case g.Name == "GC concurrent mark phase":
				out.Cycles = append(out.Cycles, cycle{gcFrom, now})
				gcFrom = -1
			case strings.HasPrefix(g.Name, "stop-the-world"):
				s := stwFrom[g.Scope.Goroutine()]
				s.DurationNs = now - s.StartNs
				out.Stops = append(out.Stops, s)
			case g.Name == "GC mark assist":
				id := g.Scope.Goroutine()
				delete(inAssist, id)
				if from, ok := assistFrom[id]; ok {
					out.AssistNs += now - from
					delete(assistFrom, id)
				}
			case strings.Contains(g.Name, "sweep"):
				out.SweepNs += now - sweepFrom[g.Scope.String()]
				delete(sweepFrom, g.Scope.String())
			}
		case trace.EventStateTransition:
			st := ev.StateTransition()
			if st.Resource.Kind == trace.ResourceProc {
				_, to := st.Proc()
				id := st.Resource.Proc()
				if to == trace.ProcRunning {
					if _, ok := procFrom[id]; !ok {
						procFrom[id] = now
					}
				} else if from, ok := procFrom[id]; ok {
					out.ProcNs += now - from
					delete(procFrom, id)
				}
			}
			if st.Resource.Kind != trace.ResourceGoroutine {
				break
			}
			id := st.Resource.Goroutine()
			_, to := st.Goroutine()
			old := states[id]
			if old == trace.GoRunnable {
				runnable--
			}
			if old == trace.GoRunning {
				running--
			}
			if to == trace.GoRunnable {
				runnable++
			}
			if to == trace.GoRunning {
				running++
			}
			if runnable > out.MaxRunnable {
				out.MaxRunnable = runnable
			}
			states[id] = to
			if old == trace.GoRunning && to != trace.GoRunning {
				if l, ok := label[id]; ok {
					out.WorkerNs[l] += now - labelFrom[id]
					delete(label, id)
				}
				if from, ok := assistFrom[id]; ok {
					out.AssistNs += now - from
					delete(assistFrom, id)
				}
			}
			if old != trace.GoRunning && to == trace.GoRunning && inAssist[id] {
				assistFrom[id] = now
			}
		}
	}
	for id, from := range procFrom {
		out.ProcNs += last - from
		_ = id
	}
	for id, l := range label {
		out.WorkerNs[l] += last - labelFrom[id]
	}
	for _, from := range assistFrom {
		out.AssistNs += last - from
	}
	json.NewEncoder(os.Stdout).Encode(out)
}
