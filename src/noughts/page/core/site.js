// Where the site lies: at a server's root, or in a folder of any web space. The page's own addresses begin with `/` all
// the same; what leaves it for the browser, and what comes from there, goes through here.

/** The folder, without the last `/`: nothing at a server's root, and in a notebook. */
const ROOT = URL.canParse("../..", import.meta.url)
  ? new URL("../..", import.meta.url).pathname.replace(/\/$/, "")
  : "";

/** One of the page's own addresses as the browser needs it; others are left. @param {string} address */
export const within = (address) => (address.startsWith("/") ? ROOT + address : address);

/** The page's own address for a path of the browser's. @param {string} pathname */
export const below = (pathname) => (pathname.startsWith(`${ROOT}/`) ? pathname.slice(ROOT.length) : pathname);

/** What is shown. */
export const here = () => below(location.pathname);

/** Whether the site is alone in this browser: there is no server that somebody else could reach. */
export const alone = () => "alone" in document.documentElement.dataset;
