internal import CLinux
import Glibc
package import Wire

/// Waits for one or two descriptors, for which a `Poller` would be too much.
package enum Readiness {
    /// Sleeps until a descriptor is readable or broken, a signal arrives or the time is over (nil: without
    /// limit). Returns which descriptors are ready. Ignores negative descriptors.
    @discardableResult
    package static func wait(for descriptors: [Int32], milliseconds: Int32? = nil) -> [Bool] {
        var polled = pollDescriptors(descriptors)
        let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
        return readiness(polled, count)
    }

    /// The same, for as long as a time that need not be whole milliseconds.
    @discardableResult
    package static func wait(for descriptors: [Int32], atMost time: Nanoseconds) -> [Bool] {
        var polled = pollDescriptors(descriptors)
        let (seconds, rest) = max(0, time).quotientAndRemainder(dividingBy: 1_000_000_000)
        var limit = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        let count = netlab_ppoll(&polled, UInt(polled.count), &limit)
        return readiness(polled, count)
    }

    private static func pollDescriptors(_ descriptors: [Int32]) -> [pollfd] {
        descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    private static func readiness(_ polled: [pollfd], _ count: Int32) -> [Bool] {
        polled.map { count > 0 && $0.revents != 0 }
    }
}
