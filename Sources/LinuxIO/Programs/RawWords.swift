import Glibc

/// This process's own words as the kernel gave them: a file's name may be bytes that are no text.
package enum RawWords {
    /// The last so many of the words that the process was started with.
    package static func last(_ count: Int) -> [[UInt8]] {
        let all = Int(CommandLine.argc)
        return (max(0, all - count)..<all).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0) } }
    }

    static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    }
}
