/// Elements that belong together. An empty line separates sections.
package struct ReportSection: ExpressibleByArrayLiteral {
    package private(set) var elements: [ReportElement]

    package init(_ elements: [ReportElement]) {
        self.elements = elements
    }

    package init(arrayLiteral elements: ReportElement...) {
        self.init(elements)
    }

    static func += (section: inout ReportSection, elements: [ReportElement]) {
        section.elements += elements
    }
}
