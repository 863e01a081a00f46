// Package scrape has a loop that scrapes, and one that never gets its lock.
package scrape

import (
	"sync"
	"time"
)

type scrapeLoop struct {
	cache *sync.RWMutex
	ticks int
}

// Start runs a loop that goes on, and one whose lock is held by somebody who never returns.
func Start() {
	held := &sync.RWMutex{}
	held.Lock()
	go (&scrapeLoop{cache: &sync.RWMutex{}}).run(time.Second)
	go (&scrapeLoop{cache: held}).run(time.Second)
}

//go:noinline
func (sl *scrapeLoop) run(interval time.Duration) {
	ticker := time.NewTicker(interval)
	for {
		sl.scrapeAndReport()
		<-ticker.C
	}
}

//go:noinline
func (sl *scrapeLoop) scrapeAndReport() {
	sl.cache.RLock()
	sl.ticks++
	sl.cache.RUnlock()
}
