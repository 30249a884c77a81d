package import LinuxIO

/// Where a console writes: the process's standard streams, or what reads them in its place.
package struct ConsoleStreams {
    /// Writes results; returns why they could not be written.
    let output: ([UInt8]) -> SystemCallError?
    /// Writes everything else. If that fails, nobody can be told.
    let errors: ([UInt8]) -> Void

    package init(output: @escaping ([UInt8]) -> SystemCallError?, errors: @escaping ([UInt8]) -> Void) {
        self.output = output
        self.errors = errors
    }

    package static var standard: ConsoleStreams {
        ConsoleStreams { bytes in
            do throws(SystemCallError) {
                try StandardStream.output.write(bytes)
                return nil
            } catch {
                return error
            }
        } errors: { bytes in
            try? StandardStream.error.write(bytes)
        }
    }
}
