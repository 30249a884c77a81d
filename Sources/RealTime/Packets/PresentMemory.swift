import Glibc
import LinuxIO
import Wire

/// Memory whose pages are allocated before they are used.
package enum PresentMemory {
    /// Size of the kernel's large pages. One replaces 512 pages and is cleared in a tenth of their time.
    private static let largePage = 2 << 20

    /// Makes the kernel allocate the pages of `memory` now, as large pages if possible.
    ///
    /// For threads that are measured. A page allocated on its first write costs a microsecond; in a virtual
    /// machine that has to ask its host for the page, ten or more, up to milliseconds. If the kernel refuses
    /// (before 5.14 it has no such call), pages are allocated when they are used.
    package static func prepare(_ memory: UnsafeMutableRawBufferPointer) {
        // In virtual time, allocating a page on use takes no time.
        guard ClockKind.ofThisMachine == .real, let start = memory.baseAddress else { return }
        let page = Int(getpagesize())
        guard let pages = whole(page, in: memory, from: start) else { return }
        if let large = whole(largePage, in: memory, from: start) {
            madvise(large.baseAddress, large.count, MADV_HUGEPAGE)
        }
        madvise(pages.baseAddress, pages.count, MADV_POPULATE_WRITE)
    }

    /// The part of `memory` that consists of whole pages of `size` bytes; nil if there is none.
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
