internal import COpenSSL

/// The source of the process's random bytes.
package enum KernelRandomness {
    /// From here on takes random bytes directly from the kernel, in place of a generator that mixes in what
    /// differs from one start of the program to the next. For a kernel that gives the same bytes in each of
    /// its lives: keys, and all that follows from them, are then the same. Call it before the first key is
    /// made.
    package static func takeUnmixed() {
        netlab_ssl_take_kernel_randomness()
    }
}
