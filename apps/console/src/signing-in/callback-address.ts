/** The address with which the window began. A code in it leaves the window before a router keeps it in the history. */
export const firstAddress = new URL(location.href);

if (firstAddress.searchParams.has('code')) {
  history.replaceState(null, '', firstAddress.pathname);
}
