// JupyterLab takes the widgets of a notebook off a kernel that it restarts, and tells each by "comm_live_update". It does
// not where a kernel was shut down, has died or was replaced by another, and a click on such a widget throws.
function follow(manager) {
  const session = manager.context?.sessionContext;
  if (!session || manager.cfrFollows) return;
  manager.cfrFollows = true;
  session.kernelChanged.connect(() => manager.disconnect());
  session.statusChanged.connect((_, status) => ["dead", "terminating"].includes(status) && manager.disconnect());
}
