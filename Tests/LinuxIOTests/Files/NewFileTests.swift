import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct NewFileTests {
    @Test(arguments: [0o600, 0o400] as [UInt32])
    func `a new file has the given mode and replaces no existing file`(_ mode: UInt32) throws {
        let folder = try ScratchFolder()
        let path = folder.file("new")
        try WholeFile.writeNew(path, [Array("first".utf8), Array(" file".utf8)], mode: mode)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
        let failure = #expect(throws: SystemCallError.self) {
            try WholeFile.writeNew(path, [Array("second".utf8)])
        }
        #expect(failure?.errno == EEXIST)
        #expect(try WholeFile.read(path, limit: 100) == Array("first file".utf8))
    }
}
