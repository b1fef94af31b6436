function helper() {}
function other() {}
module.exports = { helper, other };
