require("ffturbo-curves");

module.exports = require("ffturbo/snarkjs");
