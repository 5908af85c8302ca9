"""Moved to `setup_tags`."""

from companion.games.bwd.setup_tags import common_due as common_due
from companion.games.bwd.setup_tags import common_rolled as common_rolled
from companion.games.bwd.setup_tags import die_to_tag as die_to_tag
from companion.games.bwd.setup_tags import missing_tags as missing_tags
from companion.games.bwd.setup_tags import tagged_in_setup as tagged_in_setup
from companion.games.bwd.setup_tags import tags_due as tags_due
