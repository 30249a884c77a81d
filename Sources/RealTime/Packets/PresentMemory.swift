import Glibc
import LinuxIO

/// Memory whose pages are there before they are used.
package enum PresentMemory {
    /// Of the kernel's large pages: one takes the place of 512, and is cleared in a tenth of their time.
    private static let largePage = 2 << 20

    /// Has the kernel put pages under `memory` now, large ones where it has them.
    ///
    /// For threads that are measured: a page that comes when it is first written costs a microsecond, and ten or more,
    /// up to milliseconds, in a virtual machine that has to ask its host for it. What the kernel refuses (it does not
    /// know of this before 5.14) comes when it is used.
    package static func prepare(_ memory: UnsafeMutableRawBufferPointer) {
        // In virtual time it takes none to have a page when it is used.
        guard ClockKind.ofThisMachine == .real, let start = memory.baseAddress else { return }
        let page = Int(getpagesize())
        guard let pages = whole(page, in: memory, from: start) else { return }
        if let large = whole(largePage, in: memory, from: start) {
            madvise(large.baseAddress, large.count, MADV_HUGEPAGE)
        }
        madvise(pages.baseAddress, pages.count, MADV_POPULATE_WRITE)
    }

    /// The part of `memory` that whole pages of `size` bytes make up; nil where there is none.
    private static func whole(
        _ size: Int,
        in memory: UnsafeMutableRawBufferPointer,
        from start: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawBufferPointer? {
        let first = start.alignedUp(toMultipleOf: size)
        let last = (start + memory.count).alignedDown(toMultipleOf: size)
        return last > first ? UnsafeMutableRawBufferPointer(start: first, count: last - first) : nil
    }
}
