/// The scenarios that come with netlab, embedded in the program so that they are available wherever it is
/// copied.
package enum BundledScenarios {
    /// The scenarios' texts by bare name. The build embeds each file of `scenarios/`; a test compares this
    /// list with the folder.
    package static let texts: [String: [UInt8]] = [
        "article-run-1": PackageResources.article_run_1_yaml,
        "article-run-2": PackageResources.article_run_2_yaml,
        "bookmarks": PackageResources.bookmarks_yaml,
        "bufferbloat": PackageResources.bufferbloat_yaml,
        "coalescing": PackageResources.coalescing_yaml,
        "dsl": PackageResources.dsl_yaml,
        "etag-304": PackageResources.etag_304_yaml,
        "fairness": PackageResources.fairness_yaml,
        "feed-random": PackageResources.feed_random_yaml,
        "http2": PackageResources.http2_yaml,
        "http3": PackageResources.http3_yaml,
        "kingfisher-tiers": PackageResources.kingfisher_tiers_yaml,
        "kingreceiver-304": PackageResources.kingreceiver_304_yaml,
        "misbehaving-origin": PackageResources.misbehaving_origin_yaml,
        "mobile-handover": PackageResources.mobile_handover_yaml,
        "neoimage-concurrency": PackageResources.neoimage_concurrency_yaml,
        "offline": PackageResources.offline_yaml,
        "policies": PackageResources.policies_yaml,
        "popular-tags": PackageResources.popular_tags_yaml,
        "queenfisher-etag": PackageResources.queenfisher_etag_yaml,
        "stale-url": PackageResources.stale_url_yaml,
        "tiers": PackageResources.tiers_yaml,
        "unlimited": PackageResources.unlimited_yaml,
    ]

    /// Bare names in alphabetical order.
    package static let names = texts.keys.sorted()
}
