// Where what comes with the program lies: configs, recipes, the Python package, the native program.
#pragma once

#include <string>

#include "feedrate/base/error.h"

namespace feedrate::app {

struct Installation {
  std::string configs;
  std::string recipes;
  std::string python;   // a folder for PYTHONPATH that holds nothing but the package
  std::string native;   // the program feedrate-native
  std::string program;  // this program
};

// ../share/feedrate relative to this program.
Expected<Installation> find_installation();

}  // namespace feedrate::app
