module.exports = require("ffturbo/snarkjs");
