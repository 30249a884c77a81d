import Glibc

/// Parents and children of processes.
enum ProcessTree {
    /// True if the process is a descendant of this one.
    static func isBelowThis(_ process: Int32) -> Bool {
        var above = process
        while above > 1 {
            if above == getpid() { return true }
            above = parent(of: above) ?? 0
        }
        return false
    }

    /// All descendants of the process.
    static func allBelow(_ process: Int32) -> [Int32] {
        let text = (try? KernelFile.read("/proc/\(process)/task/\(process)/children")) ?? ""
        let own = text.split(separator: " ").compactMap { Int32($0) }
        return own.flatMap { [$0] + allBelow($0) }
    }

    private static func parent(of process: Int32) -> Int32? {
        // A program's name, in parentheses, may hold any character; the parent is the second field behind it.
        let text = (try? KernelFile.read("/proc/\(process)/stat")) ?? ""
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[end...].split(separator: " ")
        return fields.count > 2 ? Int32(fields[2]) : nil
    }
}
