internal import CLinux
import Glibc

/// A wait for one or two descriptors, where to keep a `Poller` would be too much.
package enum Readiness {
    /// Sleeps until one of them is readable or broken, a signal came, or the time is over (nil: without end), and says
    /// of each whether it is ready. Negative descriptors are passed over.
    @discardableResult
    package static func wait(for descriptors: [Int32], milliseconds: Int32? = nil) -> [Bool] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
        return polled.map { count > 0 && $0.revents != 0 }
    }
}
