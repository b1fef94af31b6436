const { helper, other: renamed } = require("./helper");
const whole = require("./helper");
function run() { helper(); renamed(); whole.helper(); }
module.exports = { run };
