// Threads and processes that look whether their vector registers survive system calls, page faults, signals, forks
// and each other. Prints what was lost, and fails if anything was.
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 6, ROUNDS = 200, PROCESSES = 3, PAGES = 16, PAGE = 4096 };

static int lost;

static void say_lost(const char *where, long number) {
    __atomic_add_fetch(&lost, 1, __ATOMIC_RELAXED);
    fprintf(stderr, "lost in %s %ld\n", where, number);
}

static int is_wide;

__attribute__((target("avx512f,avx512bw"))) static void spoil_wide(uint64_t other) {
    __asm__ volatile("vpbroadcastq %0, %%zmm3\n vpbroadcastq %0, %%zmm16\n kmovq %0, %%k3" ::"r"(other)
                     : "xmm3", "xmm16", "k3");
}

// Overwrites the registers that `call` and `interrupt_wide` watch. Only the kernel can bring them back.
static void handle_signal(int number) {
    double other = number;
    __asm__ volatile("movsd %0, %%xmm8\n movsd %0, %%xmm15" ::"m"(other) : "xmm8", "xmm15");
    if (is_wide) spoil_wide(number);
}

// A signal to this thread, with values in the upper half of a register of AVX-512, in one of those that only AVX-512
// has, and in one of its masks.
__attribute__((target("avx512f,avx512bw"))) static void interrupt_wide(uint64_t value) {
    uint64_t before[8], low[8], high[8], mask;
    for (int i = 0; i < 8; i++) before[i] = value + i;
    long result;
    __asm__ volatile(
        "vmovdqu64 (%[before]), %%zmm3\n vmovdqa64 %%zmm3, %%zmm16\n kmovq (%[before]), %%k3\n"
        "syscall\n"
        "vmovdqu64 %%zmm3, (%[low])\n vmovdqu64 %%zmm16, (%[high])\n kmovq %%k3, (%[mask])\n"
        : "=a"(result)
        : "a"(SYS_tgkill), "D"(getpid()), "S"(syscall(SYS_gettid)), "d"(SIGUSR1), [before] "r"(before),
          [low] "r"(low), [high] "r"(high), [mask] "r"(&mask)
        : "rcx", "r11", "memory", "xmm3", "xmm16", "k3");
    if (memcmp(before, low, sizeof low) || memcmp(before, high, sizeof high) || mask != value)
        say_lost("signal to", result);
}

// A system call with values in two vector registers, and a way of rounding in the control register.
static long call(uint64_t value, long number, long first, long second, long third) {
    uint64_t before[2] = {value, ~value}, low[2], high[2];
    uint32_t usual = 0x1f80, chosen = usual | (value & 3) << 13, after;
    long result;
    register long fourth __asm__("r10") = 0;
    __asm__ volatile(
        "ldmxcsr %[chosen]\n movdqu (%[before]), %%xmm8\n movdqa %%xmm8, %%xmm15\n"
        "syscall\n"
        "movdqu %%xmm8, (%[low])\n movdqu %%xmm15, (%[high])\n stmxcsr (%[after])\n ldmxcsr %[usual]\n"
        : "=a"(result)
        : "a"(number), "D"(first), "S"(second), "d"(third), "r"(fourth), [before] "r"(before), [low] "r"(low),
          [high] "r"(high), [after] "r"(&after), [chosen] "m"(chosen), [usual] "m"(usual)
        : "rcx", "r11", "memory", "xmm8", "xmm15");
    // The lowest six bits tell of what happened, not of what is wanted.
    if (memcmp(before, low, sizeof low) || memcmp(before, high, sizeof high) || (after & ~0x3fu) != chosen)
        say_lost("system call", number);
    return result;
}

// The first write to a page is a fault, with the value in a register.
static void fault(double value) {
    char *pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return say_lost("mmap", 0);
    for (int page = 0; page < PAGES; page++) {
        double *place = (double *)(pages + page * PAGE);
        __asm__ volatile("movsd %1, %%xmm8\n movsd %%xmm8, %0" : "=m"(*place) : "m"(value) : "xmm8");
        if (*place != value) say_lost("a fault of page", page);
    }
    munmap(pages, PAGES * PAGE);
}

static void fork_once(uint64_t value) {
    long child = call(value, SYS_fork, 0, 0, 0);
    if (child == 0) {
        int before = lost;
        for (int i = 0; i < 20; i++) {
            call(~value + i, SYS_getppid, 0, 0, 0);
            call(~value - i, SYS_sched_yield, 0, 0, 0);
        }
        _exit(lost != before);
    }
    int status = 1;
    call(value + 1, SYS_wait4, child, (long)&status, 0);
    if (status) say_lost("child", child);
}

static void *rounds(void *seed) {
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t value = (uint64_t)seed * 1000003 + i * 16;
        struct timespec time = {0, 1000 * (i % 7)};
        call(value, SYS_getpid, 0, 0, 0);
        call(value + 1, SYS_nanosleep, (long)&time, 0, 0);
        call(value + 2, SYS_sched_yield, 0, 0, 0);
        call(value + 3, SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
        if (is_wide) interrupt_wide(value);
        call(value + 4, SYS_clock_gettime, CLOCK_REALTIME, (long)&time, 0);
        if (i % 16 == 0) fault(value + 0.5);
        if (i % 50 == 7) fork_once(value + 5);
    }
    return NULL;
}

int main(int count, char **arguments) {
    (void)arguments;
    int is_first = count == 1, status, failed = 0;
    is_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    signal(SIGUSR1, handle_signal);
    for (int i = 0; is_first && i < PROCESSES; i++) {
        if (fork() == 0) {
            execl("/proc/self/exe", "registers", "again", (char *)NULL);
            _exit(9);
        }
    }
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, rounds, (void *)(i + getpid() * 100));
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    while (wait(&status) > 0) failed |= status;
    return lost || failed;
}
