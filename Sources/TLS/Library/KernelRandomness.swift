internal import COpenSSL

/// Where the process has its random bytes from.
package enum KernelRandomness {
    /// From here on from the kernel as they are, in place of a generator that mixes in what differs from one start of the
    /// program to the next. For a kernel that gives the same bytes in each of its lives: keys, and all that follows from
    /// them, are the same then. To be called before the first key is made.
    package static func takeUnmixed() {
        netlab_ssl_take_kernel_randomness()
    }
}
