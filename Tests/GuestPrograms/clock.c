// Looks whether the clock that programs read by themselves is the kernel's: by turns, in two threads and a child,
// over sleeps and ticks. Prints what was wrong, and fails if anything was.
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// In nanoseconds: what a reading costs inside, and how long others may have the processor.
enum { STEP = 256, ROUNDS = 20000, TURNS = 100000000 };

static int wrong;

static long long nanoseconds(struct timespec time) { return time.tv_sec * 1000000000LL + time.tv_nsec; }

static long long read_alone(int clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return nanoseconds(time);
}

static long long ask_kernel(int clock) {
    struct timespec time;
    syscall(SYS_clock_gettime, clock, &time);
    return nanoseconds(time);
}

static void expect(int holds, const char *what, long long one, long long other) {
    if (holds) return;
    __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
    fprintf(stderr, "%s: %lld, then %lld\n", what, one, other);
}

static void *compare(void *unused) {
    for (int i = 0; i < ROUNDS; i++) {
        int clock = i & 1 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
        long long first = read_alone(clock), second = ask_kernel(clock), third = read_alone(clock);
        // Where the kernel's timer comes between, another thread may have the processor for some of its ticks.
        expect(second >= first + STEP && second <= first + TURNS, "the kernel's reading", first, second);
        expect(third >= second + STEP && third <= second + TURNS, "a reading after the kernel's", second, third);
        if (i % 500 == 0) {
            struct timespec pause = {0, i};
            long long before = read_alone(CLOCK_MONOTONIC);
            nanosleep(&pause, NULL);
            long long after = read_alone(CLOCK_MONOTONIC);
            expect(after >= before + i, "a sleep", before, after);
        }
    }
    return unused;
}

int main(void) {
    struct timeval day;
    pthread_t thread;
    long long start = read_alone(CLOCK_MONOTONIC), wall = read_alone(CLOCK_REALTIME);
    gettimeofday(&day, NULL);
    long long micro = day.tv_sec * 1000000LL + day.tv_usec;
    expect(micro >= wall / 1000 && micro <= wall / 1000 + 1, "the time of day", wall, micro);
    pid_t child = fork();
    pthread_create(&thread, NULL, compare, NULL);
    compare(NULL);
    pthread_join(thread, NULL);
    // A loop that only reads the clock comes to its end, over many ticks.
    while (read_alone(CLOCK_MONOTONIC) - start < 500000000) continue;
    if (child == 0) _exit(wrong != 0);
    int status = 1;
    waitpid(child, &status, 0);
    return wrong || status;
}
