#!/bin/sh
# Installs what the tests of the server run it with, from the system's packages, where that is not here and may be
# installed: PostgreSQL, nginx, Caddy and curl. Nothing is started: the tests start their own, in folders of their own.
# What is missing afterwards is said on stderr; the tests that need it are then skipped (or fail, if CI is set).
set -u

missing() {
    command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || echo postgresql
    PATH="$PATH:/usr/sbin" command -v nginx >/dev/null || echo nginx-light
    command -v caddy >/dev/null || echo caddy
    command -v curl >/dev/null || echo curl
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# Debian starts the service of a package as soon as it is installed, unless this program forbids it.
forbid_starting() {
    policy=/usr/sbin/policy-rc.d
    [ -e $policy ] && return
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null && as_root chmod +x $policy
    trap 'as_root rm -f $policy' EXIT
}

wanted=$(missing)
[ -z "$wanted" ] && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
    echo "installing for the tests of the server, from the system's packages:" $wanted >&2
    export DEBIAN_FRONTEND=noninteractive
    forbid_starting
    as_root apt-get update >&2
    for package in $wanted; do
        as_root apt-get install --yes --no-install-recommends "$package" >&2
    done
fi
wanted=$(missing)
[ -z "$wanted" ] || echo "not here, so that some tests of the server cannot run:" $wanted >&2
