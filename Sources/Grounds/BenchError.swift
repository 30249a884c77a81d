package import LinkEngine
package import LinuxIO

/// Why a bench could not be built or asked, and what to do about it.
package struct BenchError: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    package var advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }

    package var description: String { advice.map { "\(message); \($0)" } ?? message }
}

// MARK: Hosts

extension BenchError {
    package init(_ error: HostPairError) {
        self.init(
            "the two hosts of the bench cannot be created: \(error.reason)",
            advice: "\(error.remedy); netlab doctor shows what this machine allows"
        )
    }

    package init(_ error: PrivateFilesError) {
        self.init(
            "the client cannot be set up to use the bench's name server: \(error.reason)",
            advice: error.remedy
        )
    }
}
