/*
 * Moves the wall clock of every program of a test run by AHEAD seconds. The monotonic clock stays, so timers run as ever.
 * Waits until a wall time are moved back, because the kernel does not know of it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = REAL(clock_gettime);
  int failed = real(clock, at);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += AHEAD;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* Monotonic seconds are those since the start of the machine. */
static struct timespec unmoved(const struct timespec *until) {
  struct timespec at = *until;
  if (at.tv_sec > 1000000000) at.tv_sec -= AHEAD;
  return at;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  struct timespec at = unmoved(until);
  return REAL(pthread_cond_timedwait)(cond, mutex, &at);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until) {
  struct timespec at = unmoved(until);
  return REAL(sem_timedwait)(sem, &at);
}
