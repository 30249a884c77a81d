import LinuxIO

/// A phone's configuration as a `.conf` file, which only its owner may read.
package enum ConfigurationFile {
    /// Creates or replaces the file. One that was there is closed to others before the keys are in it.
    package static func write(
        _ configuration: PhoneConfiguration,
        to path: String
    ) throws(ConfigurationFileError) {
        do throws(SystemCallError) {
            var writer = try FileWriter(path: path, mode: 0o600)
            do throws(SystemCallError) {
                try writer.append(configuration.text)
                try writer.close()
            } catch {
                WholeFile.removeEmpty(path)
                throw error
            }
        } catch {
            throw ConfigurationFileError(error)
        }
    }
}
