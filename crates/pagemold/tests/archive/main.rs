//! Archives of every packing, whole, damaged and in pieces. The files are made here.

mod bodies;
mod damage;
mod files;
mod mutations;
mod packings;
mod pieces;
mod shrinking;
mod skimming;
