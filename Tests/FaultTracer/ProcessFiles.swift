import Glibc

/// What /proc says of a traced thread.
enum ProcessFiles {
    /// The thread's name; `-` if it is gone.
    static func name(of thread: pid_t) -> String {
        let text = read("/proc/\(thread)/comm", limit: 64)
        return text.isEmpty ? "-" : String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)
    }

    /// What a descriptor of it is: a path, or such as `socket:[123]`.
    static func descriptor(_ number: Int32, of thread: pid_t) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/\(thread)/fd/\(number)", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The text in its memory up to the zero byte.
    static func text(at address: UInt64, of thread: pid_t) -> String {
        let memory = open("/proc/\(thread)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return "" }
        defer { close(memory) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let length = pread(memory, &buffer, buffer.count, off_t(bitPattern: address))
        return String(decoding: buffer.prefix(max(0, length)).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where the dynamic loader is in its memory. The loader's own calls are not the program's.
    static func loader(of thread: pid_t) -> Range<UInt64> {
        let lines = String(decoding: read("/proc/\(thread)/maps", limit: 1 << 20), as: UTF8.self)
            .split(separator: "\n").filter { $0.contains("/ld-linux") }
        let ends = lines.flatMap { $0.prefix { $0 != " " }.split(separator: "-") }
            .compactMap { UInt64($0, radix: 16) }
        guard let first = ends.min(), let last = ends.max() else { return 0..<0 }
        return first..<last
    }

    private static func read(_ path: String, limit: Int) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while bytes.count < limit {
            let length = Glibc.read(file, &buffer, buffer.count)
            guard length > 0 else { break }
            bytes += buffer.prefix(length)
        }
        return bytes
    }
}

extension off_t {
    fileprivate init(bitPattern address: UInt64) { self = off_t(truncatingIfNeeded: address) }
}
