@echo off
rem Finds a Python 3.10 or newer and hands over to installers\bootstrap.py, which does everything else.
rem usage: setup_windows.bat [run, test or setup] [ARGUMENTS]
setlocal
cd /d "%~dp0"
set "ACTION="
if "%~1"=="" set "ACTION=run"

py -3 --version
if errorlevel 1 goto no_launcher
py -3 installers\bootstrap.py %ACTION% %*
exit /b %ERRORLEVEL%

:no_launcher
python --version
if errorlevel 1 goto no_python
python installers\bootstrap.py %ACTION% %*
exit /b %ERRORLEVEL%

:no_python
echo Python was not found. Install Python 3.12 from https://www.python.org/downloads/windows/,
echo tick "Add python.exe to PATH" in its installer, and start this file again.
pause
exit /b 1
