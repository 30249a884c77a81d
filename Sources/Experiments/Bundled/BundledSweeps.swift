/// The sweeps that come with netlab, and the scenarios that only they use: a week of an app is too long to run for itself.
package enum BundledSweeps {
    /// The sweeps among them.
    package static let names = ["cache-advice"]

    /// The texts by bare name. The build embeds each file of `sweeps/`; a test compares this list with the folder.
    package static let texts: [String: [UInt8]] = [
        "cache-advice": PackageResources.cache_advice_yaml,
        "week-of-bookmarks": PackageResources.week_of_bookmarks_yaml,
        "week-of-feed": PackageResources.week_of_feed_yaml,
        "week-of-tags": PackageResources.week_of_tags_yaml,
    ]
}
