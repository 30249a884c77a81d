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
    func `a disk cache that nobody gave a folder has one of its user's own`(
        environment: [String: String],
        folder: String
    ) {
        #expect(Configuration.diskFolder(by: environment, user: "7") == folder)
    }
}
