/// What a page lacks for people who use a keyboard, a screen reader, or see little contrast: the rules of WCAG 2.1 that
/// a script can check.
enum PageAudit {
    /// What is wrong on the browser's page now, a line each.
    static func complaints(_ browser: Browser) throws -> [String] {
        try browser.text("(\(script))().join('\\n')").split(separator: "\n").map(String.init)
    }

    private static let script = """
        () => {
          const found = [];
          const all = [...document.querySelectorAll('body *')];
          const isShown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible';
          const say = (e, what) => found.push(`${what}: ${e.outerHTML.slice(0, 120)}`);
          const texts = (e, attribute) => (e.getAttribute(attribute) ?? '').split(' ').filter(Boolean)
            .map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
          const name = (e) => texts(e, 'aria-labelledby') || e.getAttribute('aria-label')?.trim()
            || e.textContent.trim() || [...(e.labels ?? [])].map((l) => l.textContent).join('').trim()
            || e.getAttribute('alt') || e.getAttribute('title') || '';

          if (!document.documentElement.lang) found.push('the page names no language');
          if (!document.title.trim()) found.push('the page has no title');
          const ids = new Set();
          for (const e of all) {
            if (e.id && ids.has(e.id)) say(e, 'an id occurs twice');
            ids.add(e.id);
          }
          let level = 0;
          for (const e of all.filter((one) => isShown(one))) {
            const role = e.getAttribute('role') ?? '';
            const tag = e.tagName.toLowerCase();
            const isField = ['input', 'select', 'textarea'].includes(tag);
            const isNamed = ['button', 'a', 'dialog', 'tab', 'grid', 'tablist', 'tabpanel', 'img'];
            if (isField && !(texts(e, 'aria-labelledby') || e.getAttribute('aria-label') || e.labels?.length)) {
              say(e, 'a field has no label');
            }
            if ((isNamed.includes(tag) || isNamed.includes(role)) && !name(e)) say(e, 'it has no name');
            if (e.tabIndex > 0) say(e, 'it changes the order of the keyboard');
            for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant']) {
              for (const id of (e.getAttribute(attribute) ?? '').split(' ').filter(Boolean)) {
                if (!document.getElementById(id)) say(e, `${attribute} names nothing`);
              }
            }
            const within = { tab: ['tablist'], row: ['grid', 'table'], gridcell: ['row'], cell: ['row'],
              columnheader: ['row'] }[role];
            if (within && !within.some((one) => e.parentElement.closest(`[role=${one}]`))) {
              say(e, `a ${role} is in no ${within.join(' and no ')}`);
            }
            if (e.onclick && e.tabIndex < 0 && !role) say(e, 'only a mouse reaches it');
            if (/^h[1-6]$/.test(tag)) {
              if (Number(tag[1]) > level + 1) say(e, 'a level of headings is left out');
              level = Number(tag[1]);
            }
          }

          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const parts = (colour) => {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
            return [r, g, b, a / 255];
          };
          const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3]));
          const ground = (e) => {
            const layers = [];
            for (let at = e; at; at = at.parentElement) layers.push(parts(getComputedStyle(at).backgroundColor));
            return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
          };
          const light = (colour) => {
            const [r, g, b] = colour.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const seen = new Set();
          for (const e of all.filter((one) => isShown(one))) {
            const own = [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
            if (!own || e.closest(':disabled') || e.closest('svg [aria-hidden], [aria-hidden=true]')) continue;
            const style = getComputedStyle(e);
            const under = ground(e);
            const colour = e instanceof SVGElement ? style.fill : style.color;
            const [one, other] = [light(over(parts(colour), under)), light(under)].sort((a, b) => b - a);
            const size = parseFloat(style.fontSize);
            const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 600) ? 3 : 4.5;
            const ratio = (one + 0.05) / (other + 0.05);
            const key = `${colour} ${under}`;
            if (ratio < least && !seen.has(key)) {
              seen.add(key);
              say(e, `contrast ${ratio.toFixed(2)} (${colour} on ${under.map(Math.round)})`);
            }
          }
          return found;
        }
        """
}
