import LinuxIO
import Testing

@Suite struct DataFolderTests {
    @Test(arguments: [
        (["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/netlab"),
        (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/netlab"),
        (["HOME": "/h"], "/h/.local/share/netlab"),
    ])
    func `the folder follows XDG_DATA_HOME, then HOME`(environment: [String: String], path: String) {
        #expect(DataFolder.path(in: environment) == path)
    }

    @Test(arguments: [[:], ["HOME": ""], ["XDG_DATA_HOME": "relative"]])
    func `without both variables there is no folder`(environment: [String: String]) {
        #expect(DataFolder.path(in: environment) == nil)
    }
}
