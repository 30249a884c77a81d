/// A report as values: its content and the kind of each part. A renderer decides how it looks.
package struct ReportDocument {
    /// Sections that are made on demand: a capture may have too many to hold at once.
    private struct SectionBatch {
        let count: Int
        let section: (Int) -> ReportSection
    }

    private var chapters: [SectionBatch] = []

    package init(_ sections: [ReportSection] = []) {
        for section in sections { append(section) }
    }

    package var sections: some Sequence<ReportSection> {
        chapters.lazy.flatMap { chapter in (0..<chapter.count).lazy.map(chapter.section) }
    }

    mutating func append(_ section: ReportSection) {
        append(count: 1) { _ in section }
    }

    mutating func append(count: Int, _ section: @escaping (Int) -> ReportSection) {
        chapters.append(SectionBatch(count: count, section: section))
    }
}
