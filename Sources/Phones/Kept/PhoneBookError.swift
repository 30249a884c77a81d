package import LinuxIO
package import WireGuard

/// Why phones cannot be kept, or read.
package enum PhoneBookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither HOME nor XDG_DATA_HOME is set.
    case noFolder
    case file(SystemCallError)
    /// Others may read or change this file.
    case openToOthers(String)
    /// The file, which was left as it is, and what is wrong with it.
    case damaged(String, PhoneBookFault)
    /// All numbers are taken.
    case full
    case noKey(TunnelKeyError)

    package var description: String {
        switch self {
        case .noFolder:
            "the phones' keys have no folder: neither HOME nor XDG_DATA_HOME is set; "
                + "set XDG_DATA_HOME to a folder of your own"
        case .file(let error):
            "the phones' keys cannot be kept: \(error); XDG_DATA_HOME can name another folder"
        case .openToOthers(let path):
            "\(path) has private keys, and other users of this machine can read or change it: chmod 600 \(path)"
        case .damaged(let path, .version(let version)):
            "\(path) is of version \(version), which this netlab does not know; "
                + "use the netlab that wrote it, or move the file away and let every phone scan a new code"
        case .damaged(let path, let fault):
            "\(path) does not have the phones' keys: \(fault); "
                + "repair it, or move it away and let every phone scan a new code"
        case .full:
            "\(Phone.numbers.count) phones are known, and there is no address for another one; forget one of them"
        case .noKey(let error): "a phone's keys cannot be made: \(error)"
        }
    }
}
