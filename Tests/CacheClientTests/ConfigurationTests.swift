import Testing

@testable import CacheClient

struct ConfigurationTests {
    @Test(
        arguments: [
            (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/netlab/images"),
            (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/netlab/images"),
            (["XDG_CACHE_HOME": "here", "HOME": "/h"], "/h/.cache/netlab/images"),
            (["HOME": "h"], "/tmp/cache-7/netlab/images"), ([:], "/tmp/cache-7/netlab/images"),
        ] as [([String: String], String)]
    )
    func `the default disk folder is private to the user`(
        environment: [String: String],
        folder: String
    ) {
        #expect(Configuration.diskFolder(by: environment, user: "7") == folder)
    }
}
