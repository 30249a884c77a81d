/// Where the guest and whoever started it meet: consoles inside, descriptors outside.
enum GuestChannels {
    /// The kernel's own words.
    static let kernel = Console(number: 0, outside: 1)
    static let output = Console(number: 1, outside: 3)
    static let errors = Console(number: 2, outside: 4)
    /// What the first process inside tells.
    static let reports = Console(number: 3, outside: 5)
    /// What it is told.
    static let letters = Console(number: 4, outside: 6)

    /// A console of the guest's, and the descriptor of its kernel that it leads to.
    struct Console {
        let number: Int
        let outside: Int

        /// Inside.
        var path: String { "/dev/tty\(number)" }
    }

    /// The words of the kernel's command line that join both.
    static var words: [String] {
        ["con=null", "console=tty0"]
            + [kernel, output, errors, reports].map { "con\($0.number)=null,fd:\($0.outside)" }
            + ["con\(letters.number)=fd:\(letters.outside),null"]
    }
}
