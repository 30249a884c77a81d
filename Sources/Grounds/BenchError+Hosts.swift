package import LinkEngine
package import LinuxIO

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
