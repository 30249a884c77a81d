/// Channels between the guest and the process that started it: consoles inside, descriptors outside.
enum GuestChannels {
    /// Messages of the kernel.
    static let kernel = Console(number: 0, outside: 1)
    static let output = Console(number: 1, outside: 3)
    static let errors = Console(number: 2, outside: 4)
    /// Reports from the guest's first process.
    static let reports = Console(number: 3, outside: 5)
    /// Letters to the guest's first process.
    static let letters = Console(number: 4, outside: 6)

    /// A console of the guest, and the descriptor of its kernel process that it leads to.
    struct Console {
        let number: Int
        let outside: Int

        /// Path inside the guest.
        var path: String { "/dev/tty\(number)" }
    }

    /// Arguments for the kernel's command line that connect consoles and descriptors.
    static var words: [String] {
        ["con=null", "console=tty0"]
            + [kernel, output, errors, reports].map { "con\($0.number)=null,fd:\($0.outside)" }
            + ["con\(letters.number)=fd:\(letters.outside),null"]
    }
}
