import Glibc

/// This process's own arguments as the kernel passed them, since file names may be bytes that are not text.
package enum RawWords {
    /// The last `count` arguments of this process.
    package static func last(_ count: Int) -> [[UInt8]] {
        let all = Int(CommandLine.argc)
        return (max(0, all - count)..<all).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0) } }
    }

    static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }
}
