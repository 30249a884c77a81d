import JSON
import LinuxIO
import WireGuard

/// The user's own folder for phones: `phones.json`, which nobody else may read.
package struct PhoneFolder: Hashable, Sendable {
    /// 200 phones have some 50,000 bytes. A longer file is not read.
    private static let longest = 1 << 20

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// `$XDG_DATA_HOME/netlab/phones`, or `~/.local/share/netlab/phones`.
    package init(environment: [String: String]) throws(PhoneBookError) {
        guard let folder = DataFolder.path(in: environment) else { throw .noFolder }
        path = "\(folder)/phones"
    }

    package var file: String { "\(path)/phones.json" }

    /// Lets `change` work on what is kept now, and keeps what it makes of it. A file is made if there is none.
    /// Another netlab's change waits meanwhile, so that no number is given twice.
    func update<Value>(
        _ change: (inout PhoneRegister) throws(PhoneBookError) -> Value
    ) throws(PhoneBookError) -> (register: PhoneRegister, value: Value) {
        do throws(SystemCallError) {
            try Folder.make(path, mode: 0o700, modeAbove: 0o700)
        } catch {
            throw .file(error)
        }
        // Some file systems have no locks. There two processes must not add phones at once.
        let lock = try? MachineLock.take(path)
        let kept = try read()
        var register = if let kept { kept } else { try Self.fresh() }
        let value = try change(&register)
        if register != kept { try write(register) }
        _ = consume lock
        return (register, value)
    }

    private static func fresh() throws(PhoneBookError) -> PhoneRegister {
        do throws(TunnelKeyError) {
            return try PhoneRegister()
        } catch {
            throw .noKey(error)
        }
    }

    /// nil if there is no file.
    private func read() throws(PhoneBookError) -> PhoneRegister? {
        guard let bytes = try bytes() else { return nil }
        do throws(PhoneBookFault) {
            return try PhoneRegister(parsing: bytes)
        } catch {
            throw .damaged(file, error)
        }
    }

    private func bytes() throws(PhoneBookError) -> [UInt8]? {
        let found: (bytes: [UInt8], isClosed: Bool)?
        do throws(SystemCallError) {
            found = try content()
        } catch  where error.errno == SystemCallError.noSuchFile {
            return nil
        } catch {
            throw .file(error)
        }
        guard let found else { throw .damaged(file, .notAFile) }
        guard found.isClosed else { throw .openToOthers(file) }
        guard found.bytes.count <= Self.longest else { throw .damaged(file, .tooLong(Self.longest)) }
        return found.bytes
    }

    /// At most one byte more than the file may have, and whether it is closed to others; nil if it is not a regular
    /// file.
    private func content() throws(SystemCallError) -> (bytes: [UInt8], isClosed: Bool)? {
        guard let reader = try FileReader.regular(file) else { return nil }
        return (try reader.bytes(Self.longest + 1), try reader.status().isClosedToOthers)
    }

    /// Writes aside and renames: the keys are there whole, before or after.
    private func write(_ register: PhoneRegister) throws(PhoneBookError) {
        do throws(SystemCallError) {
            try WholeFile.replace(file, Array(register.json.pretty.utf8))
        } catch {
            throw .file(error)
        }
    }
}
